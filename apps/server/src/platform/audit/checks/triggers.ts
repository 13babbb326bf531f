import type { Db } from '../../../db/types.ts'
import { listTriggers } from '../queries/triggers.ts'
import type { Report } from './finding.ts'

const refuseChange = `CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $function$ begin raise exception '% is append only', tg_table_name using errcode = 'restrict_violation'; end $function$`

const trigger = (name: string, events: string) =>
  `O CREATE TRIGGER ${name} BEFORE ${events} EXECUTE FUNCTION refuse_change() ${refuseChange}`

const countInsert = `CREATE OR REPLACE FUNCTION public.count_audit_insert() RETURNS trigger LANGUAGE plpgsql AS $function$ begin insert into list_count_change (list, kind, company_id, day, key, n) select 'audit', 'day', 0, (r.created_at at time zone 'America/Mexico_City')::date, array[r.action, r.subject], count(*) from new_rows r group by 4, 5; return null; end $function$`

/** What the migrations made, by name; the tables have no rules. A migration that changes it changes this, too. */
const expected: ReadonlyMap<string, string> = new Map([
  [
    'trigger audit_append_only of audit',
    trigger('audit_append_only', 'DELETE OR UPDATE ON public.audit FOR EACH ROW'),
  ],
  [
    'trigger audit_insert_counted of audit',
    `O CREATE TRIGGER audit_insert_counted AFTER INSERT ON public.audit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_insert() ${countInsert}`,
  ],
  [
    'trigger audit_no_truncate of audit',
    trigger('audit_no_truncate', 'TRUNCATE ON public.audit FOR EACH STATEMENT'),
  ],
  [
    'trigger audit_chain_append_only of audit_chain',
    trigger('audit_chain_append_only', 'DELETE OR UPDATE ON public.audit_chain FOR EACH ROW'),
  ],
])

/**
 * Reports triggers and rules of the trail's tables that are not as the migrations made them: one of the tables' owner
 * can keep rows from being written, and a disabled one lets rows be changed.
 */
export async function checkTriggers(db: Db, report: Report): Promise<void> {
  const found = new Map((await listTriggers(db)).map(({ name, definition }) => [name, definition.trim()]))
  for (const [name, definition] of expected) {
    const kind = found.has(name) ? 'changed' : 'removed'
    if (found.get(name) !== definition) report({ kind, audit_id: 0, text: `${kind}: ${name}` })
  }
  for (const name of found.keys())
    if (!expected.has(name)) report({ kind: 'added', audit_id: 0, text: `added: ${name}` })
}
