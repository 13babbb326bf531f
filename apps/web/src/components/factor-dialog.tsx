import { useEffect, useRef, useState } from 'react'
import { factorPrompt } from '../lib/prompt.ts'
import { Dialog } from './dialog.tsx'
import { FactorForm } from './factor-form.tsx'

/** Above dialogs, whose forms may wait for the factor. */
const zIndex = 400

/**
 * The one dialog that asks for a second factor. A call that needs one waits for it and is then repeated, so nothing
 * that was typed is lost; cancelling lets the call fail.
 */
export function FactorDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const resolve = useRef<(isDone: boolean) => void>(undefined)
  const finish = (isDone: boolean) => {
    resolve.current?.(isDone)
    resolve.current = undefined
    setIsOpen(false)
  }
  useEffect(() => {
    const remove = factorPrompt.register(() => {
      setIsOpen(true)
      return new Promise((done) => {
        resolve.current = done
      })
    })
    return () => {
      remove()
      resolve.current?.(false)
    }
  }, [])
  return (
    <Dialog
      opened={isOpen}
      onClose={() => finish(false)}
      title="Confirma que eres tú"
      size={420}
      zIndex={zIndex}
      closeOnClickOutside={false}
      closeLabel="Cancelar confirmación"
    >
      <FactorForm
        text="Antes de esta acción te lo pedimos otra vez. Lo que escribiste se conserva."
        onDone={() => finish(true)}
      />
    </Dialog>
  )
}
