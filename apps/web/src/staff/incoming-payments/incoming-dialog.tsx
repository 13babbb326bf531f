import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { incomingPaymentQuery } from './api.ts'
import { ConfirmedPart, DismissedPart } from './closed-part.tsx'
import classes from './incoming-dialog.module.css'
import { IncomingFacts } from './incoming-facts.tsx'
import { OpenPart } from './open-part.tsx'

const parts = { open: OpenPart, confirmed: ConfirmedPart, dismissed: DismissedPart } as const

function Content({ id }: { id: number }) {
  const { data: incoming, error, refetch } = useQuery(incomingPaymentQuery(id))
  if (incoming === undefined && error)
    return <ErrorState title="Error al cargar el abono." error={error} onRetry={refetch} />
  if (incoming === undefined) return <LinesSkeleton lines={8} />
  const Part = parts[incoming.status]
  return (
    <>
      <IncomingFacts incoming={incoming} />
      <Part incoming={incoming} />
    </>
  )
}

/** Shows one incoming payment with everything that staff can do with it. */
export function IncomingDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      title="Abono recibido"
      size={720}
      padding="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content id={id} />}
    </Modal>
  )
}
