/**
 * The module of a page that checks everything by itself, under the policy of our pages. `found` is a promise of the
 * verdict; a browser that cannot read these modules gives none.
 */
import { drawColumn } from "../../src/card.js";
import { admit } from "../../src/manifest.js";
import { systemSource } from "../../src/randomize.js";
import { toUtf8 } from "../../src/encoding.js";
import { checkPage } from "../page.js";

const read = (name) => fetch(`/vectors/v1/${name}`).then((response) => response.json());

globalThis.found = checkPage(read);

/** How often each column came, of so many answers of one card to each of these queries. */
globalThis.drawn = async (name, queries, said, times, source = systemSource) => {
  const { admitted } = await read("manifests.json");
  const { id, manifest } = admitted.find((study) => study.name === name);
  const study = await admit(toUtf8(manifest), id);
  return queries.map((query) => {
    const counts = Array(study.scheme.rows.columns).fill(0);
    for (let time = 0; time < times; time += 1) counts[drawColumn(study, query, said.group, said.value, source)] += 1;
    return counts;
  });
};

/** A source that is dead, to show that the count would notice. */
globalThis.deadSource = (size) => new Uint8Array(size);
