import { ActionIcon } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from './toast.tsx'

interface DownloadButtonProps {
  /** Accessible name: the file that is saved. */
  label: string
  /** In pixels, at least 44 in the worker app. */
  size: number
  onDownload: () => Promise<void>
}

/** Saves a file, once for repeated taps; shows a toast after an error. */
export function DownloadButton({ label, size, onDownload }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({ mutationFn: onDownload, onError: toast.error })
  return (
    <ActionIcon
      variant="subtle"
      size={size}
      loading={isPending}
      onClick={() => mutate()}
      aria-label={label}
      title={label}
    >
      <IconFileDownload size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
