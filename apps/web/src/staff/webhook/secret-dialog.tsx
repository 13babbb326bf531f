import { Button } from '@mantine/core'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import classes from './webhook.module.css'

/** The answer that made a secret; null closes the dialog. */
export type ShownSecret = { secret: string | null; isRotated: boolean } | null

interface SecretDialogProps {
  shown: ShownSecret
  onClose: () => void
}

/** Shows a new secret once. */
export function SecretDialog({ shown, onClose }: SecretDialogProps) {
  return (
    <Dialog
      opened={shown !== null}
      title="Secreto del destino"
      size={560}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <div className={classes.parts}>
        {shown?.secret === null ? (
          <Notice tone="problem">
            El destino quedó guardado, pero la respuesta con el secreto se perdió. Ábrelo y usa «Cambiar
            secreto».
          </Notice>
        ) : (
          <>
            <p className={classes.text}>
              Cópialo ahora en el sistema que recibe los avisos: no se vuelve a mostrar. Con él comprueba que
              cada aviso es nuestro.
              {shown?.isRotated === true && ' El secreto anterior sigue firmando durante 24 horas.'}
            </p>
            <dl className={classes.secret}>
              <CopyField label="Secreto" value={shown?.secret ?? null} />
            </dl>
          </>
        )}
        <div className={classes.end}>
          <Button onClick={onClose}>Listo</Button>
        </div>
      </div>
    </Dialog>
  )
}
