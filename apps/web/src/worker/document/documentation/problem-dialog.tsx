import { Button, Stack } from '@mantine/core'
import type { DocumentKind } from '@quincena/domain/documents/rules'
import { LateModal } from '../../../components/late-modal.tsx'
import stack from '../../../components/phone/stack.module.css'

/** Why the last file was refused. */
export interface UploadProblem {
  text: string
  /** Second text: the file's name. */
  detail?: string
  /** Photo that was chosen as a file; the app can convert it into a PDF. */
  photo?: { kind: DocumentKind; file: File }
}

interface ProblemDialogProps {
  /** Null closes the dialog. */
  problem: UploadProblem | null
  onPhoto: (photo: NonNullable<UploadProblem['photo']>) => void
  onClose: () => void
}

/** Says why a file was not sent; for a photo, offers to convert it into a PDF. */
export function ProblemDialog({ problem, onPhoto, onClose }: ProblemDialogProps) {
  const { text, detail, photo } = problem ?? {}
  return (
    <LateModal
      opened={problem !== null}
      onClose={onClose}
      title="No se pudo subir"
      centered
      withCloseButton={false}
    >
      <Stack gap={8}>
        <p role="alert">{text}</p>
        {detail && <p className={stack.lead}>{detail}</p>}
        {photo && (
          <Button size="lg" fullWidth onClick={() => onPhoto(photo)}>
            Convertir la foto en PDF
          </Button>
        )}
        <Button size="lg" fullWidth variant={photo ? 'subtle' : 'filled'} onClick={onClose}>
          Cerrar
        </Button>
      </Stack>
    </LateModal>
  )
}
