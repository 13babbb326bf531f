import { Button, type MantineSize, NativeSelect } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import classes from './choice-download.module.css'
import { toast } from './toast.tsx'

interface ChoiceDownloadProps {
  /** Label of the choice. */
  label: string
  options: readonly { value: string; label: string }[]
  /** `lg` in the worker app. */
  size: MantineSize
  buttonLabel: string
  /** Saves the file of the chosen option; throws an `ApiError` with the text to show. */
  save: (value: string) => Promise<void>
  doneText: string
}

/** Chooses one of several files and saves it; a toast shows the result, and the choice stays. */
export function ChoiceDownload({ label, options, size, buttonLabel, save, doneText }: ChoiceDownloadProps) {
  const [value, setValue] = useState(options[0]?.value ?? '')
  const { mutate, isPending } = useMutation({
    mutationFn: () => save(value),
    onSuccess: () => toast.success(doneText),
    onError: toast.error,
  })
  return (
    <div className={classes.choice} data-size={size}>
      <NativeSelect
        className={classes.select ?? ''}
        label={label}
        size={size}
        data={[...options]}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button
        size={size}
        variant="light"
        loading={isPending}
        leftSection={<IconFileDownload size={20} stroke={1.75} aria-hidden />}
        onClick={() => mutate()}
      >
        {buttonLabel}
      </Button>
    </div>
  )
}
