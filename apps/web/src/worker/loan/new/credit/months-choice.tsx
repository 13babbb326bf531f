import { CREDIT_MONTHS, type CreditMonths } from '@quincena/domain/loans/limits'
import { useId } from 'react'
import classes from './months-choice.module.css'

interface MonthsChoiceProps {
  value: CreditMonths
  onChange: (months: CreditMonths) => void
}

/** Choice of the term in months, as four segments. */
export function MonthsChoice({ value, onChange }: MonthsChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.question}>¿En cuántos meses lo pagas?</legend>
      <div className={classes.segments}>
        {CREDIT_MONTHS.map((months) => (
          <label key={months} className={classes.segment}>
            <input
              type="radio"
              name={name}
              className={classes.input}
              aria-label={`${months} meses`}
              checked={months === value}
              onChange={() => onChange(months)}
            />
            <span className={classes.number}>{months}</span> <span className={classes.unit}>meses</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
