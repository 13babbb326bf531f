import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { movementFileQuery } from './api.ts'
import { ProofFile } from './proof-file.tsx'

/** Opens the file of a movement, PDF or image. */
export function MovementFileButton({ id }: { id: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="light" size="compact-sm" onClick={dialog.open}>
        Ver comprobante
      </Button>
      <Dialog opened={isOpen} title="Comprobante" onClose={dialog.close} size={820}>
        {isOpen && <ProofFile query={movementFileQuery(id)} label="Comprobante del movimiento" />}
      </Dialog>
    </>
  )
}
