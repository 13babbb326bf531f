import { businessDay } from '@quincena/domain/dates'
import { formatMonth } from '@quincena/domain/format'
import { statementMonths } from '@quincena/domain/letters/rules'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { lazy, Suspense } from 'react'
import { Panel } from '../../components/phone/panel.tsx'
import { downloadMonthStatement } from '../../lib/letters.ts'
import { today } from '../../lib/today.ts'

// The fields of forms are not part of the loan's first paint.
const ChoiceDownload = lazy(async () => ({
  default: (await import('../../components/choice-download.tsx')).ChoiceDownload,
}))

/** Saves the loan's statement of a month. Renders nothing before the money is sent. */
export function MonthStatement({ loan }: { loan: LoanDetail }) {
  const now = today()
  if (loan.sent_at === null) return null
  const months = statementMonths(businessDay(loan.sent_at), now)
  return (
    <Panel title="Estado de cuenta por mes">
      <Suspense fallback={null}>
        <ChoiceDownload
          label="Mes"
          size="lg"
          options={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          buttonLabel="Descargar el mes"
          save={(month) => downloadMonthStatement(loan, { month, today: now })}
          doneText="El estado de cuenta se ha descargado correctamente."
        />
      </Suspense>
    </Panel>
  )
}
