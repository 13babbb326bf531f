import type { Page } from '@playwright/test'

/**
 * Controls smaller than 48 px with a point inside that 44 px area that belongs to another element. A link in running
 * text only needs the height.
 */
export const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = 'a, button, label, summary, input, select, textarea'
    const isInSentence = ({ parentNode }: Element) =>
      [...(parentNode?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isTooSmall = (control: Element) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const points = [
        ...(height < 47.5
          ? [
              { x, y: y - 22 },
              { x, y: y + 22 },
            ]
          : []),
        ...(width < 47.5 && !isInSentence(control)
          ? [
              { x: x - 22, y },
              { x: x + 22, y },
            ]
          : []),
      ]
      return points.some((point) => document.elementFromPoint(point.x, point.y)?.closest(targets) !== control)
    }
    // A radio, checkbox or file input is hidden: its label or button is the target.
    const text = ':not([type=radio], [type=checkbox], [type=file], [type=range])'
    return [
      ...document.querySelectorAll(`main :is(a, button, summary, select, textarea, input${text}), nav a`),
    ]
      .filter((control) => control.checkVisibility() && isTooSmall(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

/** Elements that do not fit in `width_px`: the page itself, or text that is cut off without an ellipsis. */
export const findMisfits = (page: Page, width_px: number) =>
  page.evaluate((phone_px) => {
    // Mobile browsers widen innerWidth to the content, so the page is compared with the device's width.
    const page_px = Math.max(window.innerWidth, document.documentElement.scrollWidth)
    const misfits = page_px > phone_px ? [`the page: ${page_px} of ${phone_px} px`] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(element)
      const isHidden = clip !== 'auto' || clipPath !== 'none'
      if (words.length === 0 || isHidden || textOverflow === 'ellipsis' || overflowX === 'visible') continue
      if (element.scrollWidth > element.clientWidth + 1) misfits.push(`cut: ${element.textContent}`)
    }
    return misfits
  }, width_px)

/** Texts of the page's flow that lie over each other; bars that stay in place and hidden texts do not count. */
export const findOverlaps = (page: Page) =>
  page.evaluate(() => {
    const slack_px = 3
    const isInFlow = (element: Element | null): boolean => {
      if (element === null || element === document.body) return true
      const { position, clipPath, opacity, overflowX } = getComputedStyle(element)
      const isHidden = clipPath !== 'none' || opacity === '0' || element.ariaHidden === 'true'
      if (isHidden || overflowX !== 'visible' || ['fixed', 'sticky'].includes(position)) return false
      return isInFlow(element.parentElement)
    }
    const texts: { text: string; box: DOMRect }[] = []
    const main = document.querySelector('main') ?? document.body
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (text === '' || node.parentElement?.checkVisibility() !== true || !isInFlow(node.parentElement))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) texts.push({ text, box })
    }
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack_px &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack_px + (a.height + b.height) * 0.12
    return texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => other.text !== one.text && isOver(one.box, other.box))
        .map((other) => `«${one.text}» over «${other.text}»`),
    )
  })
