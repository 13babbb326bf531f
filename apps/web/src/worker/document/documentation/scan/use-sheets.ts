import { useEffect, useRef, useState } from 'react'
import { type Crop, turnCrop, wholePicture } from './crop.ts'
import { type Editing, makePage, type Page, type Photo, readPhoto, revokePhoto } from './photo.ts'

/** A photo being edited and the PDF page made from it. */
export interface Sheet extends Editing {
  id: number
  photo: Photo
  page: Page
}

/** Ten pages of at most 900 KB stay below the document limit of 10 MB. */
export const MAX_SHEETS = 10

const swapItems = <Item>(list: readonly Item[], from: number, to: number): Item[] => {
  const copy = [...list]
  const [moved] = copy.splice(from, 1)
  if (moved !== undefined) copy.splice(to, 0, moved)
  return copy
}

let lastId = 0

async function sheetOf(file: Blob): Promise<Sheet> {
  const photo = await readPhoto(file)
  const editing = { turns: 0, crop: wholePicture }
  lastId += 1
  return { ...editing, id: lastId, photo, page: await makePage(photo, editing) }
}

function release({ photo, page }: Sheet) {
  revokePhoto(photo.url)
  revokePhoto(page.url)
}

/** Pages of the document in preparation, in order. Unmounting frees their object URLs. */
export function useSheets() {
  const [sheets, setSheets] = useState<Sheet[]>([])
  const [runningJobs, setRunningJobs] = useState(0)
  const sheetsRef = useRef<Sheet[]>([])
  sheetsRef.current = sheets
  useEffect(() => () => sheetsRef.current.forEach(release), [])

  const runJob = async <Result>(work: Promise<Result>): Promise<Result> => {
    setRunningJobs((count) => count + 1)
    try {
      return await work
    } finally {
      setRunningJobs((count) => count - 1)
    }
  }

  /** Adds pictures. Returns the new pages, the names of undecodable files, and how many are above the page limit. */
  const add = async (files: readonly File[]) => {
    const fitting = files.slice(0, Math.max(0, MAX_SHEETS - sheetsRef.current.length))
    const read = await runJob(Promise.allSettled(fitting.map(sheetOf)))
    const added = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const unreadable = fitting.flatMap((file, index) =>
      read[index]?.status === 'rejected' ? [file.name] : [],
    )
    setSheets((present) => [...present, ...added])
    return { added, unreadable, leftOut: files.length - fitting.length }
  }

  const edit = async (sheet: Sheet, { turns, crop }: Editing) => {
    const page = await runJob(makePage(sheet.photo, { turns, crop }))
    setSheets((present) =>
      present.map((one) => {
        if (one.id !== sheet.id) return one
        revokePhoto(one.page.url)
        return { ...one, turns, crop, page }
      }),
    )
  }

  const remove = (sheet: Sheet) => {
    release(sheet)
    setSheets((present) => present.filter(({ id }) => id !== sheet.id))
  }

  const move = (from: number, to: number) => setSheets((present) => swapItems(present, from, to))
  return { sheets, isBusy: runningJobs > 0, add, edit, remove, move }
}

/** The same changes with one more clockwise quarter turn. */
export function rotate({ turns, crop }: Editing): { turns: number; crop: Crop } {
  return { turns: (turns + 1) % 4, crop: turnCrop(crop) }
}
