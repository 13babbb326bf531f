import { Button } from '@mantine/core'
import type { PayoutSwitch } from '@quincena/domain/transfers/detail'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
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

function PauseDialog(dialog: DialogProps) {
  const { mutateAsync } = useTurnPayouts()
  const pause = async (reason: string) => {
    await mutateAsync({ paused: true, reason })
    toast.success('Los envíos quedaron en pausa.')
  }
  return (
    <ReasonDialog
      {...dialog}
      record="payouts"
      title="¿Pausar todos los envíos?"
      text="Nadie podrá aceptar una oferta ni se enviará dinero hasta que los reanudes. Las órdenes que ya tiene STP siguen su curso; las que esperan se envían después. Los trabajadores conservan su firma y pueden intentar de nuevo."
      submitLabel="Pausar envíos"
      hint="Lo lee todo el personal y queda en el historial."
      missing="Escribe el motivo"
      onSubmit={pause}
    />
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

interface TurnProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function Turn({ payouts, isOpen, onOpen }: TurnProps & { payouts: PayoutSwitch }) {
  const close = () => onOpen(false)
  const Icon = payouts.paused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <Button
        variant={payouts.paused ? 'filled' : 'default'}
        leftSection={smallIcon(Icon)}
        onClick={() => onOpen(true)}
      >
        {payouts.paused ? 'Reanudar envíos' : 'Pausar envíos'}
      </Button>
      <PauseDialog opened={isOpen && !payouts.paused} onClose={close} />
      <ResumeDialog opened={isOpen && payouts.paused} onClose={close} waiting={payouts.waiting} />
    </>
  )
}

/** Shows whether payouts are paused; admins can pause and resume them. */
export function PayoutSwitchControl(turn: TurnProps) {
  const { data } = useQuery(payoutsQuery)
  const isAdmin = useUser().user_type === 'U0'
  if (data === undefined) return null
  return (
    <div className={classes.switch}>
      <StatusBadge
        tone={data.paused ? 'rejected' : 'accepted'}
        label={data.paused ? 'Envíos en pausa' : 'Envíos activos'}
      />
      {isAdmin && <Turn payouts={data} {...turn} />}
    </div>
  )
}
