import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

interface TriggerOrRule {
  /** One line, for example `trigger audit_append_only of audit`; an unusual name is quoted, so that it equals no other. */
  name: string
  /** When it fires (`O`: as usual, `D`: disabled), its statement and its function, with single spaces. */
  definition: string
}

/** The triggers and rules of the tables of the trail, without those of foreign keys, by name. */
export async function listTriggers(db: Db): Promise<TriggerOrRule[]> {
  const { rows } = await sql<TriggerOrRule>`
    select regexp_replace(name, '\\s+', ' ', 'g') as name,
      regexp_replace(definition, '\\s+', ' ', 'g') as definition
    from (
      select format('trigger %I of %I', tgname, relname) as name,
        concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid), pg_get_functiondef(tgfoid)) as definition
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgrelid in ('audit'::regclass, 'audit_chain'::regclass) and not tgisinternal
      union all
      select format('rule %I of %I', rulename, relname), concat_ws(' ', ev_enabled, pg_get_ruledef(pg_rewrite.oid))
      from pg_rewrite join pg_class on pg_class.oid = ev_class
      where ev_class in ('audit'::regclass, 'audit_chain'::regclass)
    ) as found
    order by name`.execute(db)
  return rows
}
