import { formatMoney } from '@quincena/domain/format'
import { committedDeductions, salaryAfter } from '@quincena/domain/loans/deduction'
import type { Cents } from '@quincena/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../lib/session.ts'
import { openLoansQuery } from '../api.ts'
import classes from './salary-left.module.css'

/** What is left of the next pay after this deduction and those of the worker's loans; nothing without a salary. */
export function SalaryLeft({ deduction }: { deduction: Cents }) {
  const { biweekly_salary } = useUser()
  const { data: loans } = useQuery(openLoansQuery)
  if (loans === undefined) return null
  const others = committedDeductions(loans)
  const left = salaryAfter(biweekly_salary, [deduction, ...others])
  if (left === null) return null
  return (
    <p className={classes.left}>
      Te quedan <strong>{formatMoney(left)}</strong> de tu próxima quincena de{' '}
      {formatMoney(biweekly_salary ?? 0)}
      {others.length > 0 && ', ya con el descuento de lo que pagas ahora'}.
    </p>
  )
}
