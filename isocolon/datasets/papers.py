"""The papers to cite for the datasets."""

from __future__ import annotations

from isocolon.datasets.base import Citation

BOTHWELL_2023 = Citation(
    text=(
        "Stephen Bothwell, Justin DeBenedetto, Theresa Crnkovich, Hildegund Müller, and David Chiang. 2023. "
        "Introducing Rhetorical Parallelism Detection: A New Task with Datasets, Metrics, and Baselines. "
        "In Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing, "
        "pages 5007–5039, Singapore. Association for Computational Linguistics."
    ),
    bibtex=r"""@inproceedings{bothwell-etal-2023-introducing,
  title = {Introducing Rhetorical Parallelism Detection: {A} New Task with Datasets, Metrics, and Baselines},
  author = {Bothwell, Stephen and DeBenedetto, Justin and Crnkovich, Theresa and M{\"u}ller, Hildegund and
            Chiang, David},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing},
  month = dec,
  year = {2023},
  address = {Singapore},
  publisher = {Association for Computational Linguistics},
  pages = {5007--5039},
  doi = {10.18653/v1/2023.emnlp-main.305},
  url = {https://aclanthology.org/2023.emnlp-main.305},
}""",
)

SONG_2016 = Citation(
    text=(
        "Wei Song, Tong Liu, Ruiji Fu, Lizhen Liu, Hanshi Wang, and Ting Liu. 2016. "
        "Learning to Identify Sentence Parallelism in Student Essays. "
        "In Proceedings of COLING 2016, the 26th International Conference on Computational Linguistics: "
        "Technical Papers, pages 794–803, Osaka, Japan. The COLING 2016 Organizing Committee."
    ),
    bibtex="""@inproceedings{song-etal-2016-learning,
  title = {Learning to Identify Sentence Parallelism in Student Essays},
  author = {Song, Wei and Liu, Tong and Fu, Ruiji and Liu, Lizhen and Wang, Hanshi and Liu, Ting},
  booktitle = {Proceedings of {COLING} 2016, the 26th International Conference on Computational Linguistics:
               Technical Papers},
  month = dec,
  year = {2016},
  address = {Osaka, Japan},
  publisher = {The COLING 2016 Organizing Committee},
  pages = {794--803},
  url = {https://aclanthology.org/C16-1076},
}""",
)
