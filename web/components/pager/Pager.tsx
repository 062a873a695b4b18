import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Pager.module.css";
import { pageCount, pagerItems, pagerShown, rowsShown, type TablePaging } from "./pages.ts";

const sizes = [10, 25, 50];

/**
 * Which rows are shown of how many, how many at a time, and the other pages.
 * @param caption of the table, which distinguishes several pagers in a screen reader
 */
export function Pager(props: TablePaging & { caption: string }): ReactNode {
  const { caption, page, pageSize, count, onPageChange, onPageSizeChange } = props;
  const pages = pageCount(count, pageSize);
  if (!pagerShown(pages, onPageSizeChange !== undefined)) return null;
  return (
    <div className={classes.pager}>
      <span aria-live="polite" data-some={count > 0 || undefined}>
        {rowsShown(page, pageSize, count)}
      </span>
      {onPageSizeChange && (
        <label className={classes.size}>
          <Trans>
            Rows
            <select
              className={classes.select}
              value={pageSize}
              onChange={(event) => onPageSizeChange(Number(event.currentTarget.value))}
            >
              {(sizes.includes(pageSize) ? sizes : [pageSize, ...sizes]).map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </Trans>
        </label>
      )}
      {pages > 1 && (
        <nav className={classes.pages} aria-label={t`Pages of ${caption}`}>
          <button
            type="button"
            className={classes.page}
            aria-label={t`Previous page`}
            // Not disabled: the focus would be lost at the first page, and at the last.
            aria-disabled={page <= 0}
            onClick={() => page > 0 && onPageChange(Math.min(page, pages) - 1)}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </button>
          {pagerItems(page, pages).map((item, place, items) =>
            item === "gap" ? (
              <span key={`after ${items[place - 1]}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={item}
                type="button"
                className={classes.page}
                aria-label={t`Page ${item + 1}`}
                aria-current={item === page ? "page" : undefined}
                onClick={() => onPageChange(item)}
              >
                {item + 1}
              </button>
            ),
          )}
          <button
            type="button"
            className={classes.page}
            aria-label={t`Next page`}
            aria-disabled={page >= pages - 1}
            onClick={() => page < pages - 1 && onPageChange(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </nav>
      )}
    </div>
  );
}
