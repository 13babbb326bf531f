import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useEffect, useState } from 'react'
import row from '../loans/loan-row.module.css'
import { LoanRow, LoanRowContent } from '../loans/loan-row.tsx'
import { loanWords } from '../loans/words.ts'

const shown_ms = 3000

/** One still being looked at: a tap says so for 3 seconds. */
function InAnalysis(content: Parameters<typeof LoanRowContent>[0]) {
  const [isTold, setIsTold] = useState(false)
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => setIsTold(false), shown_ms)
    return () => clearTimeout(timer)
  }, [isTold])
  return (
    <Tooltip label="Esta solicitud se encuentra en análisis." opened={isTold} withArrow multiline>
      <UnstyledButton className={row.row} onClick={() => setIsTold(true)}>
        <LoanRowContent {...content} />
        <VisuallyHidden role="status">{isTold && 'Esta solicitud se encuentra en análisis.'}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  )
}

/** A request in the list. */
export function RequestItem({ loan }: { loan: LoanListItem }) {
  const content = {
    loan,
    title: `${loanWords[loan.type].title} de ${formatMoney(loan.amount)}`,
    detail: `${loan.folio} · ${formatLongDate(businessDay(loan.created_at), { withYear: true })}`,
  }
  return loan.state === 'requested' ? <InAnalysis {...content} /> : <LoanRow {...content} />
}
