import type { LoanImportPreview } from '@quincena/domain/loan-imports/schema'
import { Amount } from '../../components/amount.tsx'
import { Notice } from '../../components/notice.tsx'
import { number } from '../import/words.ts'
import classes from './loan-preview.module.css'
import { CompanySums, ProblemTable, ReconciliationTable } from './loan-tables.tsx'
import { loansText } from './loan-words.ts'

type Figures = Pick<
  LoanImportPreview,
  'created' | 'unchanged' | 'payments_total' | 'claimed' | 'calculated' | 'difference' | 'above_limit'
>

/** The counts and the two sums of balances of a workbook or an import. */
export function LoanFigures({ figures }: { figures: Figures }) {
  const counts = [
    ['Nuevos', figures.created],
    ['Sin cambios', figures.unchanged],
    ['Pagos', figures.payments_total],
    ['Sobre el límite', figures.above_limit],
  ] as const
  const amounts = [
    ['Saldo del otro sistema', figures.claimed],
    ['Saldo según sus pagos', figures.calculated],
    ['Diferencia', figures.difference],
  ] as const
  return (
    <dl className={classes.figures}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
      {amounts.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Amount cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Problems({ preview: { problems, problems_count } }: { preview: LoanImportPreview }) {
  if (problems_count === 0) return null
  const rest = problems_count > problems.length ? `, las primeras ${number(problems.length)} a la vista` : ''
  return (
    <>
      <Notice tone="problem">
        {number(problems_count)} {problems_count === 1 ? 'dato' : 'datos'} por corregir{rest}. El libro se
        importa completo o nada.
      </Notice>
      <ProblemTable problems={problems} />
    </>
  )
}

/** Shows what a workbook would do before anybody is asked. */
export function LoanPreview({ preview }: { preview: LoanImportPreview }) {
  return (
    <div className={classes.preview}>
      <p className={classes.head}>
        {loansText(preview.loans_total)} sin errores. Nada se guarda hasta que lo pidas y otra persona lo
        autorice.
      </p>
      {preview.loans_total > 0 && <LoanFigures figures={preview} />}
      <Problems preview={preview} />
      {preview.companies.length > 0 && <CompanySums companies={preview.companies} />}
      {preview.loans.length > 0 && <ReconciliationTable loans={preview.loans} />}
    </div>
  )
}
