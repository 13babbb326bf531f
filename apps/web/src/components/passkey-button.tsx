import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { FormError } from './form-error.tsx'

interface PasskeyButtonProps {
  label: string
  /** The main action of its form, with the first focus. */
  isPrimary?: boolean
  /** Uses the passkey; an error is shown below the button. */
  onUse: () => Promise<unknown>
}

/** A button that uses a passkey of this browser. */
export function PasskeyButton({ label, isPrimary = false, onUse }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const use = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      await onUse()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        autoFocus={isPrimary}
        data-autofocus={isPrimary || undefined}
        size="md"
        fullWidth
        loading={isBusy}
        leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        onClick={() => void use()}
      >
        {label}
      </Button>
      <FormError text={problem} />
    </>
  )
}
