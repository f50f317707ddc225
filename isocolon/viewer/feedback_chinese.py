"""Handouts in Chinese: 排比 is of three parts or more, 对偶 of two equally long ones that do not repeat each other."""

from __future__ import annotations

from isocolon.analysis.profile import Profile
from isocolon.viewer.feedback import Essay, Wording
from isocolon.viewer.feedback_english import CLOSE, CROWDED, is_doubtful, returning
from isocolon.viewer.observations import Observed

NUMBERS = "零一两三四五六七八九十"
PLACES = "一二三四五六七八九十"


class Chinese(Wording):
    """Chinese."""

    language = "zh"
    found = "文中的排比和对偶"
    between = ""
    chosen = "下面只列出较有把握的几处。"
    trying = "可以试一试"

    def summary(self, profile: Profile, usual: float | None) -> str:
        """Returns how much there is, and how that compares with other texts, if there are enough."""
        if not profile.parallelisms:
            return f"全文共{profile.sentences}句，没有找到排比或对偶。" + compared(profile, usual)
        found = (
            f"全文共{profile.sentences}句，找到{profile.parallelisms}处排比或对偶，占全文词语的{profile.share:.0%}。"
        )
        return found + compared(profile, usual)

    def name(self, observed: Observed) -> str:
        """Returns what a parallelism is called."""
        return kind_of(observed) + ("（不确定）" if is_doubtful(observed) else "")

    def strengths(self, observed: Observed) -> list[str]:
        """Returns what holds it together."""
        every = f"{number(len(observed.branches))}项"
        opening, closing = observed.edges
        found = [f"{every}{pattern(observed)}。"] if observed.skeleton else []
        found += [f"{every}都以“{opening}”开头。"] if opening else []
        found += [f"{every}都以“{closing}”结尾。"] if closing else []
        if observed.rhyme:
            found.append(f"句末押韵：{'、'.join(observed.rhyme)}。")
        if observed.is_even:
            found.append(f"字数相等，每项{observed.sizes[0]}字。")
        return found

    def reasons(self, essay: Essay) -> list[str]:
        """Returns why what the essay does works: nothing that it does not do."""
        seen = essay.observed
        told = [
            ("词语反复出现，读者一听就知道哪些句子是并列的。", any(map(returning, seen))),
            ("字数相等，读起来有节奏。", any(one.is_even for one in seen)),
            ("句末押韵，容易记住。", any(one.rhyme for one in seen)),
            ("回环把次序倒过来，引人思考。", any(one.crossed for one in seen)),
        ]
        return [reason for reason, shown in told if shown]

    def breaks(self, observed: Observed) -> list[str]:
        """Returns where a branch leaves the pattern, and what could be done."""
        found = []
        if odd := observed.start:
            found.append(f"只有第{place(odd.branch)}项没有以“{odd.others}”开头。如果不是有意的，可以改成和其他项一样。")
        if odd := observed.end:
            found.append(f"只有第{place(odd.branch)}项没有以“{odd.others}”结尾。如果不是有意的，可以改成和其他项一样。")
        return found + self.lengths(observed)

    def lengths(self, observed: Observed) -> list[str]:
        """Returns which branch is much longer or shorter than the others."""
        odd = observed.length
        if odd is None:
            return []
        size, last = observed.sizes[odd.branch], odd.branch == len(observed.sizes) - 1
        others = "其他项大约" if len(observed.sizes) > 2 else "另一项"
        told = f"第{place(odd.branch)}项有{size}字，{others}{odd.others}字。"
        if size < float(odd.others):
            return [f"{told}可以照同样的句式再充实一点。"]
        if last:
            return [f"{told}最后一项写长，可以把意思推向高潮；如果不是为了这个，不妨精简。"]
        return [f"{told}不妨精简，让节奏更整齐。"]

    def unnamed(self) -> str:
        """Returns what to say where nothing that holds it together can be named."""
        return "程序觉得这几句相似，但说不出相似在哪里。请大声读一读，看看是否听得出来。"

    def advice(self, essay: Essay) -> list[str]:
        """Returns what could be tried in the whole essay."""
        if not essay.profile.parallelisms:
            return ["找一处列举、比较或抒情的地方，试着写三个句式相同、字数相近、开头相同的分句。"]
        found = []
        pairs = [one for one in essay.observed if len(one.branches) == 2 and one.opening and not one.crossed]
        if pairs and all(len(one.branches) == 2 for one in essay.observed):
            found.append(f"文中的都是两项。能不能再写一个以“{pairs[0].opening}”开头的第三项，构成排比？")
        if essay.profile.share > CROWDED:
            found.append("一半以上的词语都在排比或对偶里。中间穿插一些平实的句子，效果会更好。")
        return found

    def note(self, model: str) -> str:
        """Returns who found all this, and how far to trust it."""
        if not model:
            return "排比和对偶由人工标注，isocolon 只比较了各项的异同。"
        return f"由程序（isocolon，模型 {model}）分析，会有遗漏和误判，请老师核对。"


def kind_of(observed: Observed) -> str:
    """Returns the name of the figure."""
    size = len(observed.branches)
    if size > 2:
        return f"排比（{number(size)}项）"
    if observed.crossed:
        return "回环"
    return "对偶" if observed.is_even and not observed.repeats else "两项并列"


def pattern(observed: Observed) -> str:
    """Returns what is said of words that return in all branches, in the same order or in reverse."""
    if not observed.turned:
        return f"用同一句式：“{observed.skeleton}”"
    if len(observed.turn) == 1:
        return f"都有“{observed.turn[0]}”"
    return f"用同样的词语，次序相反：“{observed.turn[0]}”，“{observed.turn[1]}”"


def compared(profile: Profile, usual: float | None) -> str:
    """Returns how dense parallelisms are beside other texts; nothing without those."""
    if usual is None:
        return ""
    here = f"平均每十句{profile.density / 10:.1f}处"
    if abs(profile.density - usual) <= CLOSE * max(usual, 1):
        return f"{here}，和一起分析的其他文章差不多。"
    return f"{here}，{'多' if profile.density > usual else '少'}于一起分析的文章的中位数（{usual / 10:.1f}处）。"


def number(size: int) -> str:
    """Returns how many parts there are, in characters."""
    return NUMBERS[size] if size < len(NUMBERS) else str(size)


def place(branch: int) -> str:
    """Returns which one a branch is, in characters."""
    return PLACES[branch] if branch < len(PLACES) else str(branch + 1)
