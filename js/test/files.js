/**
 * Reading vectors/v1 from the disk, for node.
 */
import { readFile } from "node:fs/promises";

const FOLDER = process.env.TACIT_VECTORS ?? new URL("../../vectors/v1/", import.meta.url);

/** A file of vectors/v1, parsed. */
export async function readVectors(name) {
  return JSON.parse(await readFile(new URL(name, FOLDER), "utf8"));
}
