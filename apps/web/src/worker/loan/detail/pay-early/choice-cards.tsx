import { formatMoney } from '@quincena/domain/format'
import { useId } from 'react'
import classes from './choice-cards.module.css'
import type { ComparedChoice, ComparedOutcome } from './choices.ts'
import { choiceName, paymentsText, untilText } from './words.ts'

interface ChoiceCardsProps {
  /** The outcome of each choice. */
  outcomes: readonly ComparedOutcome[]
  value: ComparedChoice
  onChange: (choice: ComparedChoice) => void
}

/** The outcomes of both choices for the excess, side by side; the chosen one is shown in full below. */
export function ChoiceCards({ outcomes, value, onChange }: ChoiceCardsProps) {
  const id = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.question}>¿Qué prefieres con lo que baja tu deuda?</legend>
      <div className={classes.cards}>
        {outcomes.map((outcome) => {
          const { excess, discount } = outcome
          return (
            <label key={excess} className={classes.card}>
              <input
                type="radio"
                name={id}
                className={classes.input}
                aria-label={choiceName(excess, outcomes)}
                aria-describedby={`${id}${excess}`}
                checked={excess === value}
                onChange={() => onChange(excess)}
              />
              <span className={classes.name}>{choiceName(excess, outcomes)}</span>
              <span id={`${id}${excess}`}>
                <span className={classes.payments}>{paymentsText(outcome)}</span>{' '}
                <span className={classes.until}>{untilText(outcome)}</span>{' '}
                <span className={classes.saving}>Ahorras {formatMoney(discount)}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
