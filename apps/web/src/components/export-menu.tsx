import { ActionIcon, Button, Loader, Menu, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypeXls, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../lib/api.ts'
import { logFailure } from '../lib/log-failures.ts'
import { usePageCommand } from '../lib/page-commands.ts'
import { saveFile } from '../lib/save-file.ts'
import classes from './export-menu.module.css'
import { smallIcon } from './small-icon.tsx'
import { toast } from './toast.tsx'

type Format = 'xlsx' | 'csv'
type Query = Record<string, string | number | boolean | undefined>

const formats = [
  { format: 'xlsx', label: 'Excel (.xlsx)', Icon: IconFileTypeXls },
  { format: 'csv', label: 'CSV (.csv)', Icon: IconFileTypeCsv },
] as const

interface ExportMenuProps {
  /** API path of the list's export. */
  path: string
  /** Filters and order as the list's query sends them; page and page size are removed. */
  filters: Query
  /** Number of rows of the list; 0 disables the menu. */
  count: number | undefined
  /** What is exported; default: the list as it is filtered. */
  words?: { button: string; explanation: string; command: string }
}

const ofList = {
  button: 'Exportar',
  explanation: 'Todo lo que encuentra la lista, no solo esta página',
  command: 'Exportar la lista',
}

const megabytes = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

function progressText(bytes: number): string {
  return bytes === 0 ? 'Preparando…' : `Exportando… ${megabytes.format(bytes / 1_000_000)} MB`
}

/** Runs one download at a time; unmounting cancels it. */
function useDownload({ path, filters }: ExportMenuProps) {
  const [bytes, setBytes] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: Format) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    try {
      const { signal } = controller
      const query = { ...filters, page: undefined, page_size: undefined, format }
      const { name, blob } = await api.download(path, { query, signal, onBytes: setBytes })
      saveFile(blob, name)
      toast.success('El archivo está listo.')
    } catch (error) {
      if (controller.signal.aborted) return
      logFailure(path, 'Error al exportar', error)
      toast.error(error)
    } finally {
      running.current = null
      if (!controller.signal.aborted) setBytes(null)
    }
  }
  const cancel = () => {
    running.current?.abort()
    setBytes(null)
  }
  return { bytes, start, cancel }
}

/** Exports all pages of a filtered list as a file; shows the progress and can cancel it. */
export function ExportMenu(props: ExportMenuProps) {
  const { bytes, start, cancel } = useDownload(props)
  const mayStart = bytes === null && props.count !== 0
  const { words = ofList } = props
  const command = { isAvailable: mayStart }
  usePageCommand({ ...command, label: `${words.command} a Excel`, run: () => void start('xlsx') })
  usePageCommand({ ...command, label: `${words.command} a CSV`, run: () => void start('csv') })
  if (bytes !== null) {
    return (
      <div className={classes.running}>
        <Loader size={18} aria-hidden />
        <VisuallyHidden role="status">Exportando la lista</VisuallyHidden>
        <span className={classes.progress} aria-hidden>
          {progressText(bytes)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          onClick={cancel}
          aria-label="Cancelar exportación"
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    )
  }
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={smallIcon(IconDownload)} disabled={props.count === 0}>
          {words.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.explanation}</Menu.Label>
        {formats.map(({ format, label, Icon }) => (
          <Menu.Item key={format} leftSection={smallIcon(Icon)} onClick={() => void start(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
