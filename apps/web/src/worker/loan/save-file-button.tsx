import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'

interface SaveFileButtonProps {
  label: string
  icon: ReactNode
  variant?: 'light' | 'subtle'
  /** Saves the file; throws an `ApiError`, or an error whose message is the text to show. */
  save: () => Promise<unknown>
  doneText: string
}

/** Saves a file of a loan on the device; a toast shows the result. */
export function SaveFileButton({ label, icon, variant = 'light', save, doneText }: SaveFileButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => toast.success(doneText),
    onError: (error) => toast.error(error instanceof ApiError ? error : error.message),
  })
  return (
    <Button
      size="lg"
      fullWidth
      variant={variant}
      loading={isPending}
      leftSection={icon}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
}
