import { Button, Group, Modal } from '@mantine/core'
import { formatTime } from '@quincena/domain/format'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leave } from '../../lib/leave.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { refreshUnread } from '../../lib/unread.ts'

/** Above forms, below the sign-in. */
const zIndex = 450
const check_ms = 2000

/** Warns that the session ends for lack of activity; one button keeps it. `end_ms`: when it ends, since the epoch. */
export function IdleWarning({ end_ms }: { end_ms: number }) {
  const client = useQueryClient()
  useEffect(() => {
    // The server decides, by a read that is no activity: its refusal opens the sign-in, a later end closes this warning.
    const look = async () => {
      await refreshUnread(client)
      timer = setTimeout(() => void look(), check_ms)
    }
    let timer = setTimeout(() => void look(), Math.max(end_ms - Date.now(), 0) + check_ms)
    return () => clearTimeout(timer)
  }, [client, end_ms])
  const time = formatTime(Temporal.Instant.fromEpochMilliseconds(end_ms).toString())
  return (
    <Modal
      opened
      onClose={() => void refreshUser()}
      title="¿Sigues aquí?"
      size={420}
      padding="lg"
      centered
      zIndex={zIndex}
      withCloseButton={false}
      closeOnClickOutside={false}
      attributes={{ header: { role: 'presentation' } }}
    >
      <p role="alert">Por falta de actividad, tu sesión se cierra a las {time}.</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => void leave().catch(() => undefined)}>
          Cerrar sesión
        </Button>
        <Button data-autofocus onClick={() => void refreshUser()}>
          Seguir aquí
        </Button>
      </Group>
    </Modal>
  )
}
