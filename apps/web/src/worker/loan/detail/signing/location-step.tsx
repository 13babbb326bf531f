import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { BottomSheet } from '../../../../components/bottom-sheet.tsx'
import { LateModal } from '../../../../components/late-modal.tsx'
import { toast } from '../../../../components/toast.tsx'
import { clientLog } from '../../../../lib/client-log.ts'
import { locate, type Place } from './location.ts'
import classes from './location-step.module.css'

interface LocationStepProps {
  opened: boolean
  onPlace: (place: Place) => void
  onClose: () => void
}

const cancelled = 'Cancelaste la autorización de ubicación. No puedes continuar con el proceso.'

type Phase = 'asking' | 'locating' | 'failed'

function Unavailable({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <LateModal opened onClose={onClose} title="Ubicación no disponible" centered withCloseButton={false}>
      <p className={classes.text} role="alert">
        No pudimos obtener tu ubicación. No es posible aceptar la solicitud sin este permiso.
      </p>
      <p className={classes.text}>
        Actívala para este sitio en los ajustes de tu teléfono e intenta de nuevo.
      </p>
      <div className={classes.actions}>
        <Button size="lg" onClick={onRetry}>
          Intentar de nuevo
        </Button>
        <Button size="lg" variant="subtle" color="gray" onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </LateModal>
  )
}

interface QuestionProps {
  opened: boolean
  isBusy: boolean
  onShare: () => void
  onCancel: () => void
}

function Question({ opened, isBusy, onShare, onCancel }: QuestionProps) {
  return (
    <BottomSheet opened={opened} title="Permiso de ubicación" onClose={() => !isBusy && onCancel()}>
      <div className={classes.picture} aria-hidden>
        <IconMapPin size={36} stroke={1.5} />
      </div>
      <p className={classes.text}>
        Para firmar a distancia, la ley nos pide registrar dónde estás en ese momento. Guardamos tu ubicación
        con tu contrato y no la usamos para nada más.
      </p>
      <div className={classes.actions}>
        <Button size="lg" loading={isBusy} onClick={onShare} data-autofocus>
          Aceptar y compartir ubicación
        </Button>
        <Button size="lg" variant="subtle" color="gray" disabled={isBusy} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </BottomSheet>
  )
}

/** Asks for the location before signing. Without permission or location the worker cannot continue. */
export function LocationStep({ opened, onPlace, onClose }: LocationStepProps) {
  const [phase, setPhase] = useState<Phase>('asking')
  const share = async () => {
    setPhase('locating')
    try {
      onPlace(await locate())
      setPhase('asking')
    } catch (error) {
      clientLog.error('share-location', 'Ubicación no disponible', error)
      setPhase('failed')
    }
  }
  const cancel = () => {
    toast.info(cancelled)
    clientLog.info('share-location', cancelled)
    onClose()
  }
  const cancelWait = () => {
    setPhase('asking')
    onClose()
  }
  return (
    <>
      <Question
        opened={opened && phase !== 'failed'}
        isBusy={phase === 'locating'}
        onShare={() => void share()}
        onCancel={cancel}
      />
      {opened && phase === 'failed' && (
        <Unavailable onRetry={() => setPhase('asking')} onClose={cancelWait} />
      )}
    </>
  )
}
