import { useDisclosure } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useAsking } from '../lib/asking.ts'
import { isLayerOpen } from '../lib/back-closes.ts'
import { currentSession } from '../lib/session.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Question {
  title: string
  text: string
  confirmLabel: string
  cancelLabel: string
}

const unsaved: Question = {
  title: '¿Salir sin guardar?',
  text: 'Lo que escribiste se perderá.',
  confirmLabel: 'Salir sin guardar',
  cancelLabel: 'Seguir editando',
}

/**
 * Asks before typed data is lost: on closing the form, on a navigation, on closing the tab. Render `question`; call
 * `close` to close with the question and `leave` to close without it. `hold(false)` turns the questions off.
 */
export function useLeaveGuard(isDirty: boolean, onLeave: () => void, words = unsaved) {
  const [isAsking, asking] = useDisclosure(false)
  const isLeaving = useRef(false)
  const mustAsk = () => isDirty && !isLeaving.current && currentSession().state === 'signed-in'
  const blocker = useBlocker({
    // Back only closes the layer, which asks itself if it has unsaved data.
    shouldBlockFn: ({ action }) => mustAsk() && !(action === 'BACK' && isLayerOpen()),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  const hold = (mustHold: boolean) => {
    isLeaving.current = !mustHold
  }
  const leave = () => {
    hold(false)
    onLeave()
  }
  const confirm = () => {
    if (blocker.status === 'blocked') return blocker.proceed()
    leave()
  }
  const stay = () => {
    asking.close()
    if (blocker.status === 'blocked') blocker.reset()
  }
  const isOpen = isAsking || blocker.status === 'blocked'
  useAsking(isOpen)
  const question = (
    <ConfirmDialog opened={isOpen} {...words} tone="danger" onConfirm={confirm} onClose={stay} />
  )
  // The question opens after the event: else the Escape that opens it would reach it and close it again.
  const ask = () => void setTimeout(asking.open, 0)
  return { close: isDirty ? ask : leave, leave, hold, question }
}
