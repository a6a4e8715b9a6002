import { DatabaseSync } from 'node:sqlite';
import type { JobShelf } from './lives.ts';

/** Beside the jobs of a database, past its store: rows come back as they were. */
export function shelfOf(file: string): JobShelf {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA busy_timeout = 5000; CREATE TEMP TABLE shelf AS SELECT * FROM documents WHERE false',
  );
  const others = "kind = 'job' AND json_extract(doc, '$.subject') IS NOT ?";
  const [keep, remove] = [
    `INSERT INTO shelf SELECT * FROM documents WHERE ${others}`,
    `DELETE FROM documents WHERE ${others}`,
  ];
  const back = 'INSERT OR IGNORE INTO documents SELECT * FROM shelf; DELETE FROM shelf';
  return {
    putAside(subject) {
      database.exec(back);
      for (const statement of [keep, remove]) database.prepare(statement).run(subject);
    },
    putBack() {
      database.exec(back);
      database.close();
    },
  };
}
