import { businessDay } from '@quincena/domain/dates'
import { formatMonth } from '@quincena/domain/format'
import { statementMonths } from '@quincena/domain/letters/rules'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { ChoiceDownload } from '../../components/choice-download.tsx'
import { Panel } from '../../components/phone/panel.tsx'
import { downloadMonthStatement } from '../../lib/letters.ts'
import { today } from '../../lib/today.ts'

/** Saves the loan's statement of a month. Renders nothing before the money is sent. */
export function MonthStatement({ loan }: { loan: LoanDetail }) {
  const now = today()
  if (loan.sent_at === null) return null
  const months = statementMonths(businessDay(loan.sent_at), now)
  return (
    <Panel title="Estado de cuenta por mes">
      <ChoiceDownload
        label="Mes"
        size="lg"
        options={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        buttonLabel="Descargar"
        save={(month) => downloadMonthStatement(loan, { month, today: now })}
        doneText="El estado de cuenta se ha descargado correctamente."
      />
    </Panel>
  )
}
