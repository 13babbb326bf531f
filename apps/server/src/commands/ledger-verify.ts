import { type LedgerDifference, verifyLedger } from '../features/ledger/queries.ts'
import { openCommandDatabase } from './open-database.ts'

const pesos = (amount_cents: number) => (amount_cents / 100).toFixed(2)

function describe({ check, subject, id, expected, found }: LedgerDifference): string {
  return `${check}: ${subject} ${id} should be ${pesos(expected)}, the ledger has ${pesos(found)}`
}

/** `npm run ledger:verify`: prints every difference between the ledger and the records; exit 1 when there is one. */
const { db, close } = await openCommandDatabase()
try {
  const differences = await verifyLedger(db)
  for (const difference of differences) process.stdout.write(`${describe(difference)}\n`)
  process.stdout.write(
    differences.length === 0 ? 'The ledger is balanced.\n' : `Differences: ${differences.length}\n`,
  )
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await close()
}
