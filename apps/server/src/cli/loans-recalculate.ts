import { formatMoney } from '@quincena/domain/format'
import { systemClock } from '../command/clock.ts'
import { recalculateLoans } from '../lending/payments/commands/recalculate-loans.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

const whole = new Intl.NumberFormat('es-MX')

/**
 * `npm run loans:recalculate`: prints what the balance model changes for loans of the earlier rules; with `-- --apply`
 * it makes the change. It may run beside a server and again after a cut.
 */
await runCommand(async () => {
  const [option, ...others] = process.argv.slice(2)
  if ((option !== undefined && option !== '--apply') || others.length > 0)
    throw new Error('Usage: npm run loans:recalculate [-- --apply]')
  const { db, close } = await openCommandDatabase()
  try {
    const dry_run = option === undefined
    // Open screens read the loans again when somebody uses them.
    const events = { publish: async () => undefined }
    const total = await recalculateLoans({ db, clock: systemClock, events }, { dry_run })
    const { loans, lower, lower_cents, settled, overpaid, overpaid_cents, waived, waived_cents } = total
    const lines = [
      dry_run ? 'Simulación: no se cambió nada.' : 'Hecho.',
      `Préstamos ${dry_run ? 'por recalcular' : 'recalculados'}: ${whole.format(loans)}`,
      `Su deuda baja: ${whole.format(lower)} (${formatMoney(lower_cents)})`,
      `Quedan liquidados: ${whole.format(settled)}`,
      `Saldo a favor del trabajador: ${whole.format(overpaid)} (${formatMoney(overpaid_cents)})`,
      `Interés que se condona: ${whole.format(waived)} (${formatMoney(waived_cents)})`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } finally {
    await close()
  }
})
