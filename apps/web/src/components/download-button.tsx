import { ActionIcon } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from './toast.tsx'

interface DownloadButtonProps {
  /** What is saved, for who does not see the drawing. */
  label: string
  /** Pixels: at least 44 on a phone. */
  size: number
  onDownload: () => Promise<void>
}

/** Saves one file, once however often it is tapped; says why where it cannot. */
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
