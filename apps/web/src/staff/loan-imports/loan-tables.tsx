import type { LoanImportPreview, ReconciledLoan, SheetProblem } from '@quincena/domain/loan-imports/schema'
import { Amount } from '../../components/amount.tsx'
import { FramedTable } from '../../components/framed-table.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { number } from '../import/words.ts'
import classes from './loan-tables.module.css'
import { placeOf } from './loan-words.ts'

const detailPaths = { credit: '/detalle-credito/$id', advance: '/detalle-anticipo/$id' } as const

function FormerId({ loan }: { loan: ReconciledLoan }) {
  if (loan.loan === null) return loan.former_id
  return (
    <AnchorLink to={detailPaths[loan.type]} params={{ id: loan.loan }} inherit>
      {loan.former_id}
    </AnchorLink>
  )
}

function LoanRow({ loan }: { loan: ReconciledLoan }) {
  return (
    <tr>
      <th scope="row">
        <FormerId loan={loan} />
      </th>
      <td>
        {loan.worker}
        <span className={classes.second}>{loan.company}</span>
      </td>
      <td className={classes.figure}>
        <Amount cents={loan.claimed} />
      </td>
      <td className={classes.figure}>
        <Amount cents={loan.calculated} />
      </td>
      <td className={classes.figure} data-wrong={loan.is_above_limit}>
        <Amount cents={loan.difference} />
      </td>
      <td>
        {loan.outcome === 'created' ? (
          <StatusBadge tone="accepted" label="Nuevo" />
        ) : (
          <StatusBadge tone="neutral" label="Sin cambios" />
        )}
      </td>
    </tr>
  )
}

/** Lists both balances and the difference of each loan. */
export function ReconciliationTable({ loans }: { loans: readonly ReconciledLoan[] }) {
  return (
    <FramedTable label="Conciliación por préstamo" className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Folio anterior</th>
          <th scope="col">Trabajador</th>
          <th scope="col" className={classes.figure}>
            Otro sistema
          </th>
          <th scope="col" className={classes.figure}>
            Según sus pagos
          </th>
          <th scope="col" className={classes.figure}>
            Diferencia
          </th>
          <th scope="col">Resultado</th>
        </tr>
      </thead>
      <tbody>
        {loans.map((loan) => (
          <LoanRow key={loan.row} loan={loan} />
        ))}
      </tbody>
    </FramedTable>
  )
}

/** Lists the sums of each company. */
export function CompanySums({ companies }: Pick<LoanImportPreview, 'companies'>) {
  return (
    <FramedTable label="Totales por empresa" className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Empresa</th>
          <th scope="col" className={classes.figure}>
            Préstamos
          </th>
          <th scope="col" className={classes.figure}>
            Monto
          </th>
          <th scope="col" className={classes.figure}>
            Otro sistema
          </th>
          <th scope="col" className={classes.figure}>
            Según sus pagos
          </th>
          <th scope="col" className={classes.figure}>
            Diferencia
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map(({ company, loans, amount, claimed, calculated, difference }) => (
          <tr key={company}>
            <th scope="row">{company}</th>
            <td className={classes.figure}>{number(loans)}</td>
            {[amount, claimed, calculated, difference].map((cents, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other identity
              <td key={index} className={classes.figure}>
                <Amount cents={cents} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}

/** Lists what is wrong: sheet and row, column, and what to do. */
export function ProblemTable({ problems }: { problems: readonly SheetProblem[] }) {
  return (
    <FramedTable label="Filas por corregir" className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Dónde</th>
          <th scope="col">Columna</th>
          <th scope="col">Qué hacer</th>
        </tr>
      </thead>
      <tbody>
        {problems.map((problem) => (
          <tr key={`${problem.sheet} ${problem.row} ${problem.column} ${problem.message}`}>
            <th scope="row">{placeOf(problem)}</th>
            <td>{problem.column === '' ? '—' : problem.column}</td>
            <td className={classes.reason}>{problem.message}</td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}
