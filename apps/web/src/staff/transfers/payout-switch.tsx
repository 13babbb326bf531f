import { Button, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type PayoutSwitch, payoutSwitchBody } from '@quincena/domain/transfers/detail'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { payoutsQuery } from '../transfer/api.ts'
import { useTurnPayouts } from './api.ts'
import classes from './payout-switch.module.css'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

function PauseDialog({ opened, onClose }: DialogProps) {
  const { mutateAsync } = useTurnPayouts()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setReason('')
    setProblem(null)
    onClose()
  }
  const submit = async () => {
    const body = payoutSwitchBody.safeParse({ paused: true, reason })
    setProblem(body.error?.issues[0]?.message ?? null)
    if (!body.success) return false
    await mutateAsync(body.data)
    toast.success('Los envíos quedaron en pausa.')
  }
  return (
    <FormDialog
      opened={opened}
      title="¿Pausar todos los envíos?"
      submitLabel="Pausar envíos"
      tone="danger"
      isDirty={reason !== ''}
      onSubmit={submit}
      onClose={close}
    >
      <Text size="sm" c="dimmed">
        Nadie podrá aceptar una oferta ni se enviará dinero hasta que los reanudes. Las órdenes que ya tiene
        STP siguen su curso; las que esperan se envían después. Los trabajadores conservan su firma y pueden
        intentar de nuevo.
      </Text>
      <Textarea
        label="Motivo"
        description="Lo lee todo el personal y queda en el historial."
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setProblem(null)
        }}
        error={problem}
        maxLength={500}
        rows={3}
        data-autofocus
      />
    </FormDialog>
  )
}

function ResumeDialog({ waiting, ...dialog }: DialogProps & { waiting: number }) {
  const { mutateAsync } = useTurnPayouts()
  const resume = async () => {
    await mutateAsync({ paused: false })
    toast.success('Los envíos se reanudaron.')
  }
  const orders = waiting === 1 ? '1 orden que espera' : `${waiting} órdenes que esperan`
  return (
    <ConfirmDialog
      {...dialog}
      title="¿Reanudar los envíos?"
      text={`Los trabajadores podrán aceptar sus ofertas${waiting === 0 ? '' : ` y STP recibe ${orders}`}.`}
      confirmLabel="Reanudar"
      onConfirm={resume}
    />
  )
}

function Turn({ payouts }: { payouts: PayoutSwitch }) {
  const [isOpen, dialog] = useDisclosure(false)
  const Icon = payouts.paused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <Button
        variant={payouts.paused ? 'filled' : 'default'}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={dialog.open}
      >
        {payouts.paused ? 'Reanudar envíos' : 'Pausar envíos'}
      </Button>
      <PauseDialog opened={isOpen && !payouts.paused} onClose={dialog.close} />
      <ResumeDialog opened={isOpen && payouts.paused} onClose={dialog.close} waiting={payouts.waiting} />
    </>
  )
}

/** Shows whether payouts are paused; admins can pause and resume them. */
export function PayoutSwitchControl() {
  const { data } = useQuery(payoutsQuery)
  const isAdmin = useUser().user_type === 'U0'
  if (data === undefined) return null
  return (
    <div className={classes.switch}>
      <StatusBadge
        tone={data.paused ? 'rejected' : 'accepted'}
        label={data.paused ? 'Envíos en pausa' : 'Envíos activos'}
      />
      {isAdmin && <Turn payouts={data} />}
    </div>
  )
}
