-- Everything that a server keeps. No time finer than a day, no address, nothing of a person but what is said here.
-- Tables about people have no row numbers: their rows lie in the order of their keys, which are random.

CREATE TABLE studies (
  number INTEGER PRIMARY KEY,          -- short for the id, within this database
  id BLOB NOT NULL UNIQUE,             -- H(manifest), 32 bytes
  manifest BLOB NOT NULL,              -- as it was frozen
  batch INTEGER NOT NULL,              -- how many answers are mixed before any is released
  state TEXT NOT NULL                  -- open: takes answers
    CHECK (state IN ('open', 'closed')),
  secret BLOB,                         -- K, which open and named tickets are made with; erased at close
  override TEXT NOT NULL,              -- why it was opened although its plan is hopeless; '' where it is not
  redirect TEXT NOT NULL               -- where the page leads after the receipt; '' for nowhere
);

CREATE TABLE signing_keys (
  n BLOB PRIMARY KEY,                  -- the modulus, which a manifest publishes
  study INTEGER,                       -- whose; null until a study with it is opened
  place INTEGER,                       -- which of the study's keys
  p BLOB,                              -- the primes; erased at close
  q BLOB
) WITHOUT ROWID;

CREATE TABLE access_keys (
  hash BLOB PRIMARY KEY,               -- of a researcher's key; the key itself is nowhere
  study INTEGER NOT NULL,              -- whose; 0 for every study
  role TEXT NOT NULL                   -- what the key allows
    CHECK (role IN ('owner', 'reader', 'collector'))
) WITHOUT ROWID;

CREATE TABLE invitations (
  study INTEGER NOT NULL,
  hash BLOB NOT NULL,                  -- of the invitation; the invitation itself is nowhere
  state TEXT NOT NULL                  -- taken: used, and not yet shown as such
    CHECK (state IN ('new', 'taken', 'used', 'revoked')),
  h_blinded BLOB,                      -- hash of the one request that was signed for it
  key INTEGER NOT NULL,                -- which of the study's keys signs for it: the stratum
  answer_id BLOB,                      -- named studies only: the answer that stands beside this record
  PRIMARY KEY (study, hash)
) WITHOUT ROWID;

-- Each index names all that its statement reads: else SQLite prefers to go through the whole study.
CREATE INDEX taken_invitations ON invitations (study, state) WHERE state = 'taken';

CREATE INDEX named_answers ON invitations (study, answer_id, state) WHERE answer_id IS NOT NULL;

CREATE TABLE answers (
  study INTEGER NOT NULL,
  answer_id BLOB NOT NULL,             -- hash of the ticket
  query INTEGER NOT NULL,              -- which the ticket decides
  "column" INTEGER NOT NULL,           -- what was answered
  key INTEGER NOT NULL,                -- which key signed the ticket: the stratum; -1 for answers in bulk
  released INTEGER NOT NULL,           -- 0 until it is mixed with others
  PRIMARY KEY (study, answer_id)
) WITHOUT ROWID;

CREATE INDEX waiting_answers ON answers (study, released, query, "column", key) WHERE released = 0;

CREATE TABLE tombstones (
  study INTEGER NOT NULL,
  answer_id BLOB NOT NULL,             -- withdrawn: no answer with this name is ever taken
  PRIMARY KEY (study, answer_id)
) WITHOUT ROWID;

CREATE TABLE counters (
  study INTEGER NOT NULL,
  day TEXT NOT NULL,                   -- UTC, as in 2027-01-31
  name TEXT NOT NULL,                  -- what is counted
  waiting INTEGER NOT NULL,            -- since the last mix; shown to nobody
  shown INTEGER NOT NULL,              -- what a researcher sees
  PRIMARY KEY (study, day, name)
) WITHOUT ROWID;

CREATE TABLE uploads (
  study INTEGER NOT NULL,
  id BLOB NOT NULL,                    -- chosen by the collector, 16 bytes
  hash BLOB NOT NULL,                  -- of the upload: the same id takes the same bytes only
  reply BLOB NOT NULL,                 -- what was said to it, said again when it is repeated
  PRIMARY KEY (study, id)
) WITHOUT ROWID;
