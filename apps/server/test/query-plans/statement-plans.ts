import pg from 'pg'
import { createNames } from '../../src/db/prepare-statements.ts'
import type { Statement } from '../caught-statements.ts'

/** A node of a plan, as `explain (analyze, format json)` shows it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** One scan of a table in a plan. */
export interface Scan {
  table: string
  node: string
  /** False if the scan goes through the table or an index from one end. */
  has_condition: boolean
  /** How many rows it read. */
  rows: number
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function scanOf(node: PlanNode): Scan[] {
  const table = node['Relation Name']
  if (table === undefined || node['Node Type'] === 'ModifyTable') return []
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return [
    {
      ...{ table, node: node['Node Type'] },
      // A bitmap has its condition in the scans of the indexes below it.
      has_condition: nodesOf(node).some((part) => part['Index Cond'] !== undefined),
      rows: Math.round(node['Actual Loops'] * (node['Actual Rows'] + removed)),
    },
  ]
}

/** So often PostgreSQL plans a named statement for its values, before it may keep one plan for all values. */
const plansForValues = 5
/** The uses of a text after which the server names it. */
const uses = [1, 2, 3]

async function connectWith(url: string, settings: readonly string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of settings) await client.query('select set_config($1, $2, false)', setting.split('='))
  return client
}

/** Opens a connection that explains statements with these settings of PostgreSQL, as `name=value`. */
export async function openPlans(url: string, settings: readonly string[]) {
  const client = await connectWith(url, settings)
  const names = createNames()
  const isNamed = ({ text, values }: Statement) =>
    uses.map(() => names.nameFor(text, values)).some((name) => name !== undefined)

  /** The values in brackets as SQL. `execute` takes no parameters. */
  async function literalsOf(values: readonly unknown[]): Promise<string> {
    if (values.length === 0) return ''
    const columns = values.map((value, index) => {
      const type = Buffer.isBuffer(value) ? '::bytea::text' : '::text'
      return `quote_nullable($${index + 1}${type})`
    })
    const text = `select ${columns.join(', ')}`
    const { rows } = await client.query({ text, values: [...values], rowMode: 'array' })
    return `(${rows[0]?.join(', ')})`
  }

  async function explain(call: string, options: string): Promise<PlanNode> {
    const { rows } = await client.query(`explain (${options}, format json) ${call}`)
    return rows[0]['QUERY PLAN'][0].Plan
  }

  async function readScans(call: string): Promise<Scan[]> {
    return nodesOf(await explain(call, 'analyze, timing off')).flatMap(scanOf)
  }

  /** Plans the statement as often as the server does; true if PostgreSQL then has one plan for all values. */
  async function keepsPlan(call: string): Promise<boolean> {
    for (let plans = 0; plans < plansForValues; plans += 1) await explain(call, 'costs off')
    const { rows } = await client.query(
      `select generic_plans from pg_prepared_statements where name = 'caught'`,
    )
    return Number(rows[0].generic_plans) > 0
  }

  async function scansOfPrepared({ text, values }: Statement): Promise<Scan[]> {
    await client.query(`prepare caught as ${text}`)
    const call = `execute caught${await literalsOf(values)}`
    const scans = await readScans(call)
    if (values.length === 0 || !isNamed({ text, values }) || !(await keepsPlan(call))) return scans
    return [...scans, ...(await readScans(call))]
  }

  return {
    /**
     * Runs a statement and returns the scans of its plan: of the one for its values, and, if the server would name it, of
     * the one that PostgreSQL keeps for all values. What the statement changes is rolled back.
     */
    async scansOf(statement: Statement): Promise<Scan[]> {
      await client.query('begin')
      try {
        return await scansOfPrepared(statement)
      } finally {
        await client.query('rollback')
        await client.query('deallocate all')
      }
    },
    close: () => client.end(),
  }
}
