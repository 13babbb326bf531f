import { Button } from '@mantine/core'
import type { BankLine, BankPayment } from '@quincena/domain/bank-statements/schema'
import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import { useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useMatch } from './api.ts'
import { leftOf } from './line-words.ts'
import classes from './match-view.module.css'

/** What the chosen payments leave of the line, in words. */
function restText(rest: Cents): string {
  if (rest === 0) return 'Cuadra con el movimiento'
  return rest > 0
    ? `Quedan ${formatMoney(rest)} por conciliar`
    : `Se pasa por ${formatMoney(-rest)} de lo que queda del movimiento`
}

interface MatchBarProps {
  line: BankLine
  chosen: readonly BankPayment[]
  onClear: () => void
  /** Called with what is left of the line, in centavos. */
  onDone: (left: Cents) => void
}

/** The sum of the chosen payments beside what is left of the line; matches them. */
export function MatchBar({ line, chosen, onClear, onDone }: MatchBarProps) {
  const { mutateAsync, isPending } = useMatch(line.id)
  const [refusal, setRefusal] = useState<{ text: string; of: readonly BankPayment[] } | null>(null)
  const sum = chosen.reduce((total, { amount }) => total + amount, 0)
  const rest = leftOf(line) - sum
  const match = async () => {
    setRefusal(null)
    try {
      const after = await mutateAsync(chosen.map(({ id }) => id))
      toast.success(
        `${pluralize(chosen.length, 'pago conciliado', 'pagos conciliados')} por ${formatMoney(sum)}.`,
      )
      onDone(leftOf(after))
    } catch (error) {
      setRefusal({ text: errorText(error), of: chosen })
    }
  }
  return (
    <section className={classes.bar} aria-label="Conciliar">
      <div className={classes.sums} role="status" data-over={rest < 0}>
        {chosen.length === 0 ? (
          <span className={classes.second}>Elige los pagos que llegaron con este movimiento.</span>
        ) : (
          <>
            <span className={classes.sum}>
              {pluralize(chosen.length, 'pago', 'pagos')}: {formatMoney(sum)}
            </span>
            <span className={classes.rest}>{restText(rest)}</span>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        {chosen.length > 0 && (
          <Button variant="subtle" onClick={onClear} disabled={isPending}>
            Quitar todos
          </Button>
        )}
        <Button onClick={() => void match()} loading={isPending} disabled={chosen.length === 0 || rest < 0}>
          Conciliar
        </Button>
      </div>
      {refusal !== null && refusal.of === chosen && (
        <div className={classes.refusal}>
          <Notice tone="problem">{refusal.text}</Notice>
        </div>
      )}
    </section>
  )
}
