import pg from 'pg'

const numbers = new Set<number>([
  ...[pg.types.builtins.INT2, pg.types.builtins.INT4, pg.types.builtins.INT8],
  ...[pg.types.builtins.FLOAT4, pg.types.builtins.FLOAT8, pg.types.builtins.NUMERIC],
])
const objects = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB])

/**
 * The cheapest reading of a column: numbers, booleans and JSON become values, all else stays PostgreSQL's text. Set here,
 * so that the yardstick does not change with the product's own reading.
 */
function parserOf(type: number): (text: string) => unknown {
  if (numbers.has(type)) return Number
  if (type === pg.types.builtins.BOOL) return (text) => text === 't'
  return objects.has(type) ? JSON.parse : (text) => text
}

/** A statement that PostgreSQL parses once for each connection. */
export interface Statement {
  name: string
  text: string
}

/** Opens a pool of plain connections for the hand-written SQL, all of them at once. */
export async function openRawPool(url: string, connections: number): Promise<pg.Pool> {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: connections, idleTimeoutMillis: 0, application_name: 'bench' },
    types: { getTypeParser: parserOf },
  })
  // The database of a server that ends closes idle connections. The query that uses one reports the error.
  pool.on('error', () => undefined)
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of clients) client.release()
  return pool
}
