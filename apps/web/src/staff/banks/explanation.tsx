import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { EXPLANATION_NAMES } from '@quincena/domain/bank-statements/rules'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useUnexplain } from './api.ts'
import classes from './banks.module.css'
import { lineName } from './line-words.ts'

/** What a line is that is no payment, who said so and why, with a way to take it back; nothing for any other line. */
export function Explanation({ line }: { line: BankLine }) {
  const [isAsking, asking] = useDisclosure(false)
  const { mutateAsync } = useUnexplain(line.id)
  const { explained_as, explanation, explained_by } = line
  if (explained_as === null) return null
  return (
    <section className={classes.used} aria-label="Qué es">
      <span className={classes.what}>
        <span className={classes.strong}>{EXPLANATION_NAMES[explained_as]}</span>
        <span className={classes.second}>
          {explanation} · {explained_by}
        </span>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={asking.open}>
        Deshacer
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="¿Deshacer lo que dice de este movimiento?"
        subject={lineName(line)}
        text="Vuelve a quedar por conciliar."
        confirmLabel="Deshacer"
        onConfirm={async () => {
          await mutateAsync()
          toast.success('El movimiento está por conciliar.')
        }}
        onClose={asking.close}
      />
    </section>
  )
}
