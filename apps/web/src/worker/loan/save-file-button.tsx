import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '../../components/toast.tsx'

interface SaveFileButtonProps {
  label: string
  icon: ReactNode
  variant?: 'light' | 'subtle'
  /** Saves or shares the file; throws an `ApiError` with the text to show. */
  save: () => Promise<unknown>
  /** Absent if the phone itself shows what happens, as its share sheet does. */
  doneText?: string
}

/** Saves or shares a file of a loan; a toast shows the result. */
export function SaveFileButton({ label, icon, variant = 'light', save, doneText }: SaveFileButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => doneText !== undefined && toast.success(doneText),
    onError: toast.error,
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
