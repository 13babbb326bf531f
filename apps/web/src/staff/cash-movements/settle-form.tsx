import { Button, Select, Textarea } from '@mantine/core'
import { fitsKind, type OwnMovement, settleMovementBody } from '@quincena/domain/treasury/own-movements'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useSettleMovement } from './api.ts'
import classes from './movement-dialog.module.css'
import { kindOptions } from './movement-words.ts'

/** Says what a movement in suspense was; an admin approves it. */
export function SettleForm({ movement: { id, amount } }: { movement: OwnMovement }) {
  const { mutateAsync } = useSettleMovement(id)
  const { form, formProps } = useServerForm({
    schema: settleMovementBody,
    initial: { kind: '', note: '' },
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('Se registra cuando un administrador lo autorice.')
    },
  })
  const draft = useDraft(`settlement ${id}`, form)
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, form.reset)
  return (
    <section className={classes.section} aria-labelledby="aclarar">
      <h3 className={classes.title} id="aclarar">
        ¿Qué fue este movimiento?
      </h3>
      <form {...formProps} className={classes.form}>
        <DraftNotice draft={draft} />
        <Select
          label="Qué fue"
          placeholder="Elige"
          data={kindOptions.filter(({ value }) => fitsKind(value, amount))}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('kind')}
        />
        <Textarea
          label="Explicación"
          description="La lee el administrador que lo autoriza y queda en el historial."
          maxLength={300}
          rows={2}
          withAsterisk
          {...form.getInputProps('note')}
        />
        <div className={classes.foot}>
          <Button type="submit" loading={form.submitting}>
            Pedir que se registre
          </Button>
        </div>
        {guard.question}
      </form>
    </section>
  )
}
