import { formatMoney } from '@quincena/domain/format'
import { type LedgerCheck, proveLedger } from '../lending/ledger/queries.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

const whole = new Intl.NumberFormat('es-MX')

/** Formats a table with aligned columns; after the first `left` columns, cells are right-aligned. */
function table(rows: string[][], left: number): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const cell = (text: string, column: number) =>
    column < left ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(cell).join('  ').trimEnd()}\n`).join('')
}

const DAY_MS = 86_400_000

/** Formats a value of a check in its unit. */
function format(unit: LedgerCheck['unit'], value: number | null): string {
  if (value === null) return 'nada'
  if (unit === 'day') return new Date(value * DAY_MS).toISOString().slice(0, 10)
  return unit === 'cents' ? formatMoney(value) : whole.format(value)
}

function summary(checks: LedgerCheck[]): string {
  const head = ['comprobación', 'qué prueba', 'revisados', 'diferencias']
  const rows = checks.map(({ name, proves, looked_at, wrong }) => [
    name,
    proves,
    whole.format(looked_at),
    whole.format(wrong),
  ])
  return table([head, ...rows], 2)
}

/** The differences, one line each; differences beyond the list are counted. */
function details(checks: LedgerCheck[]): string {
  const head = ['comprobación', 'de', 'id', 'debe ser', 'el libro dice']
  const rows = checks.flatMap(({ unit, wrong, name, differences }) => {
    const lines = differences.map(({ check, subject, id, expected, found }) => [
      check,
      subject,
      String(id),
      format(unit, expected),
      format(unit, found),
    ])
    const more = wrong - differences.length
    return more === 0 ? lines : [...lines, [name, `y ${whole.format(more)} más`, '', '', '']]
  })
  return table([head, ...rows], 2)
}

/** `npm run ledger:verify`: prints what each check examined and every difference; exit code 1 if there is one. */
await runCommand(async () => {
  const { db, close } = await openCommandDatabase()
  try {
    const checks = await proveLedger(db)
    const wrong = checks.reduce((sum, check) => sum + check.wrong, 0)
    process.stdout.write(`${summary(checks)}\n`)
    process.stdout.write(
      wrong === 0 ? 'The ledger is balanced.\n' : `${details(checks)}\nDifferences: ${whole.format(wrong)}\n`,
    )
    return wrong === 0 ? 0 : 1
  } finally {
    await close()
  }
})
