import { Button, Textarea } from '@mantine/core'
import { dismissBody } from '@quincena/domain/incoming-payments/schema'
import { type FormEvent, useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { useDismissIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Asks for the reason and dismisses the incoming payment. */
export function DismissForm({ id, onBack }: { id: number; onBack: () => void }) {
  const { mutate, isPending } = useDismissIncoming(id)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data, error } = dismissBody.safeParse({ reason })
    if (data === undefined) return setProblem(error.issues[0]?.message ?? null)
    if (isPending) return
    mutate(data.reason, {
      onSuccess: () => toast.success('El abono quedó descartado.'),
      onError: toast.error,
    })
  }
  return (
    <section className={classes.section} aria-label="Descartar el abono">
      <h3 className={classes.title}>¿Descartar este abono?</h3>
      <form onSubmit={submit} noValidate>
        <Textarea
          label="Motivo"
          description="No se registrará ningún pago. El motivo queda en el historial y puedes reabrirlo después."
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(null)
          }}
          error={problem}
          maxLength={500}
          rows={3}
          autoFocus
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onBack} disabled={isPending}>
            Volver
          </Button>
          <Button type="submit" color="red.7" loading={isPending}>
            Descartar
          </Button>
        </div>
      </form>
    </section>
  )
}
