import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { Panel } from '../../../components/phone/panel.tsx'
import { partlyCovered } from '../../../lib/partly-covered.ts'
import { today } from '../../../lib/today.ts'
import { ScheduleList } from '../schedule-list.tsx'
import classes from './payment-calendar.module.css'

type Version = LoanDetail['schedules'][number]

const formatFrom = ({ from }: Version) => formatLongDate(from, { withYear: true })

function versionName(version: Version): string {
  if (version.version === 1) return 'Ver el calendario de tu contrato'
  return `Ver el calendario del ${formatFrom(version)}`
}

/** What the calendar says of an overdue installment and of one that is covered in part. */
function notesOf({ state, amount_due, schedule }: LoanDetail): Map<number, string> {
  if (!isPayable(state)) return new Map()
  const day = today()
  const late = schedule.filter(({ paid, due_date }) => !paid && due_date < day)
  const notes = new Map(late.map(({ number }) => [number, 'Vencido']))
  const partly = partlyCovered({ schedule, amount_due })
  if (partly === null) return notes
  const { number } = partly.row
  const missing = formatMoney(partly.missing)
  return notes.set(number, notes.has(number) ? `Vencido: faltan ${missing}` : `Faltan ${missing}`)
}

/** The payments of the schedule in force; after a prepayment also why it changed, and the earlier schedules. */
export function PaymentCalendar({ loan }: { loan: LoanDetail }) {
  const { schedule, schedules, next_payment_date } = loan
  const latest = schedules.at(-1)
  return (
    <Panel title="Calendario de pagos">
      {latest !== undefined && latest.version > 1 && (
        <p className={classes.change}>Cambió el {formatFrom(latest)}: tu pago bajó la deuda.</p>
      )}
      <ScheduleList schedule={schedule} next={next_payment_date} notes={notesOf(loan)} />
      {schedules.slice(0, -1).map((version) => (
        <details key={version.version} className={classes.earlier}>
          <summary className={classes.name}>{versionName(version)}</summary>
          <ScheduleList schedule={version.schedule.map((row) => ({ ...row, paid: false }))} />
        </details>
      ))}
    </Panel>
  )
}
