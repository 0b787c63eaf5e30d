"""What the notebooks share of drawing: colours, rows with intervals, a finding above each chart."""

import io
import textwrap
from collections.abc import Sequence

import matplotlib.pyplot as plt
from IPython.display import Image, display
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import LogLocator, NullFormatter
from PIL import Image as Picture

# The colours of `equipoise sweep`'s own charts: blue and orange differ to every common kind of
# colour blindness. Where colour tells something, shape or place tells it too.
INK, MUTED, GRID, NEUTRAL, FAINT = "#1f2933", "#52606d", "#d9dee3", "#7b8794", "#c4cbd2"
HIGH, LOW = "#2166ac", "#c45c0a"
DIVERGING = LinearSegmentedColormap.from_list("score", [LOW, "#f7f7f7", HIGH])

WIDTH = 9.5
# Characters of a title and of the small print, on a chart of that width.
TITLE_COLUMNS, NOTE_COLUMNS = 84, 174
# A chart has few colours; a palette makes its picture a quarter as large.
PALETTE = 128


def use_style() -> None:
    """Sets how charts look, for all that follow."""
    plt.rcdefaults()
    plt.rcParams.update(
        {
            "figure.constrained_layout.use": True,
            "figure.constrained_layout.h_pad": 0.1,
            "figure.constrained_layout.w_pad": 0.1,
            "font.size": 9,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": NEUTRAL,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
            "xtick.color": MUTED,
            "ytick.color": MUTED,
            "ytick.labelcolor": INK,
            "grid.color": GRID,
            "grid.linewidth": 0.6,
            "legend.frameon": False,
        }
    )


def publish(figure: plt.Figure, title: str, note: str) -> None:
    """Shows a chart with its finding above and how it was made below."""
    figure.suptitle(
        textwrap.fill(title, TITLE_COLUMNS), x=0.01, ha="left", size=12.5, weight="bold"
    )
    figure.supxlabel(textwrap.fill(note, NOTE_COLUMNS), x=0.01, ha="left", size=7.5, color=MUTED)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=125)
    plt.close(figure)
    small = io.BytesIO()
    picture = Picture.open(drawn).convert("RGB")
    picture.quantize(PALETTE, dither=Picture.Dither.NONE).save(small, "PNG", optimize=True)
    display(Image(small.getvalue(), width=round(picture.width / 1.25), alt=title))


def rows_chart(labels: Sequence[str], x_label: str) -> tuple[plt.Figure, plt.Axes]:
    """A chart with one row for each label, the first on top."""
    figure, axes = plt.subplots(figsize=(WIDTH, 1.9 + 0.23 * len(labels)))
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel(x_label)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    return figure, axes


def intervals(
    axes: plt.Axes,
    rows: Sequence[float],
    spans: Sequence[Sequence[float]],
    colour: str,
    marker: str = "o",
    face: str | None = None,
    label: str | None = None,
) -> None:
    """Estimates as markers on the lines of their intervals.

    Rows are heights on the chart; a span is an estimate with its lower and upper end."""
    if len(rows) == 0:
        return
    estimates, lows, highs = zip(*spans)
    axes.hlines(rows, lows, highs, color=colour, linewidth=2, zorder=2)
    axes.scatter(
        estimates,
        rows,
        color=face or colour,
        edgecolors=colour,
        marker=marker,
        s=28,
        zorder=3,
        label=label,
    )


def beside(axes: plt.Axes, heading: str, texts: Sequence[str]) -> None:
    """Writes a column of text to the right of the rows."""
    place = axes.get_yaxis_transform()
    for row, text in enumerate(texts):
        axes.text(1.02, row, text, transform=place, va="center", size=8)
    axes.text(1.02, -1, heading, transform=place, va="center", size=8, color=MUTED)


def key_above(axes: plt.Axes) -> None:
    """Tells the markers apart, above the rows."""
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.1, columnspacing=1.5
    )


def in_percent(axis: Axis) -> None:
    """Labels an axis of fractions in per cent."""
    axis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")


def whole_numbers(axis: Axis) -> None:
    """Labels a logarithmic axis at 1, 2 and 5 of each decade."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:,.0f}")
    axis.set_minor_formatter(NullFormatter())


def heatmap(
    rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]
) -> plt.Figure:
    """Shares in per cent, orange below one half and blue above."""
    figure, axes = plt.subplots(figsize=(WIDTH, 2.2 + 0.23 * len(rows)))
    axes.imshow(shares, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
    for row, cells in enumerate(shares):
        for column, share in enumerate(cells):
            ink = "white" if abs(share - 0.5) > 0.42 else "black"
            axes.text(
                column, row, f"{100 * share:.0f}", ha="center", va="center", size=8, color=ink
            )
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return figure
