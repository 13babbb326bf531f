import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useEffect, useState } from 'react'
import { ButtonLink } from '../../../components/links.tsx'
import { useBackCloses } from '../../../lib/back-closes.ts'
import { formatDay } from '../format-day.ts'
import { LoanRow, LoanRowContent } from '../loan-row.tsx'
import { detailPath, loanWords } from '../words.ts'
import classes from './request-item.module.css'

const shown_ms = 3000

const hintText = 'Esta solicitud se encuentra en análisis.'

/** Request in analysis: a tap shows a hint for 3 s; the button opens the detail, where it can be withdrawn. */
function InAnalysis(content: Parameters<typeof LoanRowContent>[0]) {
  const [isHintShown, setIsHintShown] = useState(false)
  const { id, type, folio } = content.loan
  useEffect(() => {
    if (!isHintShown) return
    const timer = setTimeout(() => setIsHintShown(false), shown_ms)
    return () => clearTimeout(timer)
  }, [isHintShown])
  useBackCloses(isHintShown, () => setIsHintShown(false))
  return (
    <div className={classes.analysis}>
      <Tooltip label={hintText} opened={isHintShown} position="bottom" withArrow multiline>
        <UnstyledButton className={classes.hint} onClick={() => setIsHintShown(true)}>
          <LoanRowContent {...content} leads={false} />
          <VisuallyHidden role="status">{isHintShown && hintText}</VisuallyHidden>
        </UnstyledButton>
      </Tooltip>
      <ButtonLink
        to={detailPath[type]}
        params={{ id }}
        variant="subtle"
        size="md"
        className={classes.open ?? ''}
        aria-label={`Ver o retirar la solicitud ${folio}`}
      >
        Ver o retirar
      </ButtonLink>
    </div>
  )
}

/** Row of the list of requests. */
export function RequestItem({ loan }: { loan: LoanListItem }) {
  const content = {
    loan,
    title: `${loanWords[loan.type].title} de ${formatMoney(loan.amount)}`,
    detail: `${loan.folio} · ${formatDay(loan.created_at)}`,
  }
  return loan.state === 'requested' ? <InAnalysis {...content} /> : <LoanRow {...content} />
}
