import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatMoney } from '@quincena/domain/format'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { smallIcon } from '../../components/small-icon.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import { Explanation } from './explanation.tsx'
import { LinePayments } from './line-payments.tsx'
import { leftOf, lineDetail, lineName } from './line-words.ts'
import classes from './match-view.module.css'

interface ChosenLineProps {
  line: BankLine
  onLeave: () => void
}

/** The chosen line with what it already has; on a phone it takes the place of the list and leads back to it. */
export function ChosenLine({ line, onLeave }: ChosenLineProps) {
  const [isExplaining, explaining] = useDisclosure(false)
  const isNarrow = useMediaQuery('(width < 1000px)', false, { getInitialValueInEffect: false })
  const back = useRef<HTMLButtonElement>(null)
  // On a phone the list that had the focus is gone.
  useEffect(() => {
    if (isNarrow) back.current?.focus()
  }, [isNarrow])
  const left = leftOf(line)
  const isOpen = line.explained_as === null && line.matched === 0
  return (
    <section className={classes.chosen} aria-label="Movimiento elegido">
      <Button
        ref={back}
        className={classes.back ?? ''}
        variant="subtle"
        leftSection={smallIcon(IconArrowLeft)}
        onClick={onLeave}
      >
        Todos los movimientos
      </Button>
      <div className={classes.head}>
        <span className={classes.what}>
          <span className={classes.name}>{lineName(line)}</span>
          <span className={classes.second}>{lineDetail(line)}</span>
        </span>
        <span className={classes.amount}>
          {formatMoney(line.amount)}
          {left !== line.amount && left !== 0 && (
            <span className={classes.second}>quedan {formatMoney(left)}</span>
          )}
        </span>
      </div>
      <LinePayments line={line} />
      <Explanation line={line} />
      {line.amount < 0 && isOpen && (
        <p className={classes.text}>Es un retiro: no es el pago de un trabajador. Di qué es.</p>
      )}
      {isOpen && (
        <Button variant="default" onClick={explaining.open}>
          No es un pago…
        </Button>
      )}
      <ExplainDialog line={line} opened={isExplaining} onClose={explaining.close} onDone={onLeave} />
    </section>
  )
}
