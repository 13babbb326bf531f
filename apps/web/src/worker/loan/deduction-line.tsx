import { IconCalendarDollar } from '@tabler/icons-react'
import classes from './deduction-line.module.css'
import { type Deduction, deductionText } from './to-pay.ts'

/** Says who takes the payment from the salary, how much per pay date, and that the worker has nothing to do. */
export function DeductionLine(deduction: Deduction) {
  return (
    <p className={classes.line}>
      <IconCalendarDollar size={20} stroke={1.75} aria-hidden />
      {deductionText(deduction)}
    </p>
  )
}
